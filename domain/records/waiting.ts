import type { Wait } from '#domain/wait.ts'

/** A promised call to somebody about a record. */
export const recordWaits = {
  staff_call: { due: { on: ['overseer'], urgent: true } },
} as const satisfies { staff_call: Record<'due', Wait> }
