import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const supportWaits = {
  support: {
    new: { on: ['overseer'] },
    assigned: { on: ['overseer'] },
    waiting: NO_WAIT,
    solved: NO_WAIT,
  },
} as const satisfies { support: Record<'new' | 'assigned' | 'waiting' | 'solved', Wait> }
