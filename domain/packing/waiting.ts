import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const packingWaits = {
  // The shop answers shortfalls entered by others, and accepts them by not answering. Overseers decide those it
  // contests or entered itself.
  shortfall: {
    waiting: { on: ['shop'], urgent: true },
    contested: { on: ['overseer'], urgent: true },
    entered: NO_WAIT,
    'carried-out': NO_WAIT,
    withdrawn: NO_WAIT,
    refused: NO_WAIT,
  },
} as const satisfies {
  shortfall: Record<'waiting' | 'contested' | 'entered' | 'carried-out' | 'withdrawn' | 'refused', Wait>
}
