import type { DataProtectionCommands } from '#api/commands/accounts.ts'
import type { Feature } from '#server/feature.ts'
import { confirmErasure } from './confirm-erasure.ts'
import { handleDataRequest } from './handle-data-request.ts'
import { logDataExport } from './log-data-export.ts'
import { makeDataExport } from './make-data-export.ts'
import { openDataRequest } from './open-data-request.ts'
import { saveDataIncident } from './save-data-incident.ts'
import { takeDataExport } from './take-data-export.ts'

export const dataProtection: Feature<DataProtectionCommands> = {
  commands: {
    'open-data-request': openDataRequest,
    'handle-data-request': handleDataRequest,
    'confirm-erasure': confirmErasure,
    'make-data-export': makeDataExport,
    'take-data-export': takeDataExport,
    'log-data-export': logDataExport,
    'save-data-incident': saveDataIncident,
  },
}
