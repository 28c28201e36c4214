import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const supportWaits = {
  support: {
    new: { on: ['overseer'] },
    assigned: { on: ['overseer'] },
    waiting: NO_WAIT,
    solved: NO_WAIT,
  },
  report: { open: { on: ['overseer'] }, decided: NO_WAIT },
} as const satisfies {
  support: Record<'new' | 'assigned' | 'waiting' | 'solved', Wait>
  report: Record<'open' | 'decided', Wait>
}
