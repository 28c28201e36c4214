import type { Wait } from '#domain/wait.ts'

export const dataProtectionWaits = {
  data_request: { open: { on: ['chief'] } },
  // The commission is told within 72 hours.
  data_incident: { running: { on: ['chief'], urgent: true } },
} as const satisfies { data_request: Record<'open', Wait>; data_incident: Record<'running', Wait> }
