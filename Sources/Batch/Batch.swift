// Batch: many scenes, or one scene with many values, rendered by worker processes or by many
// machines.
//
// In:   a manifest (JSON Lines or CSV) with one job per row, and the scenes that it names.
// Out:  pictures, sequences and videos, each complete or absent; a journal, so that finished jobs
//       are not drawn again.
// Path: `Manifest` reads rows → `BatchPlan` checks them against the scenes' parameters and gives
//       each job its output.
//       One machine: `BatchRun` sends jobs, and the chunks of long ones (`ChunkedJob`), to
//       `WorkerProcess`es as `WorkerMessages`; in each worker `JobDrawing` draws → `Journal`.
//       Many machines: `PlanMaking` writes a `Plan`, a self-contained folder → `JobDrawing` draws
//       its chunks into a `ChunkStore` → `PlanJoining` joins them.
//
// A driver or a decoder may crash, so the process that writes the journal draws nothing itself.
