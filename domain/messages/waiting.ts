import { NO_WAIT, type Wait } from '#domain/wait.ts'

export const contactWaits = {
  contact: { new: { on: ['overseer'] }, answered: NO_WAIT },
} as const satisfies {
  contact: Record<'new' | 'answered', Wait>
}
