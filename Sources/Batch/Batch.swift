// Batch: one scene drawn with many values, or many scenes, by worker processes of one machine, or in chunks by many machines.
//
// In:   a manifest (JSON Lines or CSV), a row a job; the scenes that it names.
// Out:  pictures, sequences of them and videos, each whole or not at all; a journal beside them, so that what is there is not drawn again.
// Path: `Manifest` reads rows → `BatchPlan` checks them against the scenes' parameters and gives each job its output.
//       One machine: `BatchRun` hands jobs, and the chunks that `ChunkedJob` cuts long ones into, to `WorkerProcess`es, which answer by
//       `WorkerMessages`; in each of them `JobDrawing` draws → `Journal`.
//       Many: `PlanMaking` writes a `Plan`, a folder that can be copied → `JobDrawing` draws its chunks into a `ChunkStore` → `PlanJoining`.
//
// A driver or a decoder may end its process, so nothing is drawn in the process that keeps the journal.
