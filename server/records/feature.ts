import type { RecordCommands } from '#api/commands/staff.ts'
import type { Feature } from '#server/feature.ts'
import { addStaffNote } from './add-staff-note.ts'
import { deleteOldViews } from './delete-old-views.ts'
import { finishNextCall } from './finish-next-call.ts'
import { logRecordView } from './log-record-view.ts'

export const records: Feature<RecordCommands> = {
  commands: {
    'add-staff-note': addStaffNote,
    'finish-next-call': finishNextCall,
    'log-record-view': logRecordView,
  },
  deleteOldRows: deleteOldViews,
}
