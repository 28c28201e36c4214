import { errorCode, errorText } from '#platform/postgres/fault.ts'

/** A backup could not be taken, read or restored; `message` is one sentence for the operator. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

/** Turns a disk error into a `BackupFault`; returns other errors unchanged. */
export function explainDiskError(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupFault(`The disk is full: ${path} could not be written. The partial file was deleted.`, {
        cause: error,
      })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
      return new BackupFault(`${path} cannot be opened: ${errorText(error)}.`, { cause: error })
    default:
      return error
  }
}
