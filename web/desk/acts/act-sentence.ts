import { type Act, type Fields, type Part, subjectOf, textOf } from '#domain/acts/act.ts'
import { rowNouns, rowVerbs } from '#domain/acts/row-nouns.ts'
import { findActDescriber } from '#domain/all-acts.ts'
import { changedFields } from './changed-fields.ts'

interface ActSentence {
  /** The actor, the action, its subject and the change. */
  parts: Part[]
  reason: string | null
}

/** An act of the audit log as one sentence; acts without a sentence of their own are listed field by field. */
export function describeAct(act: Act): ActSentence {
  const before = fieldsOf(act.before)
  const after = fieldsOf(act.after)
  const describer = findActDescriber(act.action)
  const rest = describer ? describer({ act, before, after }) : inFields(act)
  return { parts: [{ name: actorOf(act) }, ...rest], reason: textOf(after.note ?? after.reason) }
}

function inFields(act: Act): Part[] {
  const [noun = '', verb = ''] = act.action.split('.')
  const [row, did] = [lookUp(rowNouns, noun), lookUp(rowVerbs, verb)]
  if (row && did) {
    const name = act.subject_name ? [` ${did} the ${row} `, { name: act.subject_name }] : [` ${did} ${article(row)}`]
    return [...name, verb === 'remove' ? '.' : `. ${changedFields(act.before, act.after).join('; ')}.`]
  }
  const label = `${noun} ${verb}`.replaceAll(/[-_]/g, ' ').trim()
  return [': ', label, ', ', subjectOf(act), `. ${changedFields(act.before, act.after).join('; ')}.`]
}

const lookUp = (texts: Readonly<Record<string, string>>, key: string): string | undefined => texts[key]

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const actorOf = ({ actor_name: name, actor_role: role }: Act): string =>
  name || (role ? 'A former user' : 'The operator')

const fieldsOf = (value: unknown): Fields => (value && typeof value === 'object' ? (value as Fields) : {})
