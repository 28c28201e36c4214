/** A row of the view `audit_trail`. */
export interface Act {
  id: number
  at: string
  /** `noun.verb`, such as `role.set`. */
  action: string
  subject_type: string
  subject_id: string | null
  subject_name: string | null
  before: unknown
  after: unknown
  actor_name: string | null
  actor_role: string | null
}

/** A part of a sentence; names are emphasised. */
export type Part = string | { name: string }

export type Fields = Record<string, unknown>

/** Continues the sentence after the actor's name. */
export type ActDescriber = (change: { act: Act; before: Fields; after: Fields }) => Part[]

/** The sentences of a feature's acts, by action: `noun.verb`, such as `role.set`. */
export type ActDescribers = Readonly<Record<string, ActDescriber>>

export function subjectOf({
  subject_name: name,
  subject_type: type,
}: Pick<Act, 'subject_name' | 'subject_type'>): Part {
  if (name) return { name }
  return type === 'profile' ? 'a former user' : `a ${type.replaceAll('_', ' ')} that was deleted`
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value : null)
