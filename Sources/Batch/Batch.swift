// Batch: one scene drawn with many values, or many scenes, by worker processes.
//
// In:   a manifest (JSON Lines or CSV), a row a job; the scenes that it names.
// Out:  pictures and videos, each whole or not at all; a journal beside them, so that what is there is not drawn again.
// Path: `Manifest` reads rows → `BatchPlan` checks them against the scenes' parameters and gives each job its output and key →
//       `BatchRun` hands jobs to `WorkerProcess`es, which answer by `WorkerMessages`; in each of them `JobDrawing` draws →
//       `Journal`.
//
// A driver or a decoder may end its process, so nothing is drawn in the process that keeps the journal.
