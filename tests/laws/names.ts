import type { Source } from './laws.ts'

/** Words that no name has, because the field has its own: they come back in columns, jobs, metrics and settings. */
const TERMS = new Map([
  ['asked', 'requested'],
  ['blame', 'liability'],
  ['dearer', 'upgrade'],
  ['gone', 'deleted, missing or unavailable'],
  ['heard', 'respond'],
  ['kept', 'stored, cached or retained'],
  ['purse', 'balance'],
  ['sleepy', 'hydratesOnInteraction'],
  ['stranger', 'anonymous'],
  ['strangers', 'anonymous'],
  ['tell', 'notify'],
  ['telling', 'notification'],
  ['tellings', 'notifications'],
  ['told', 'notified'],
  ['unripe', 'pending'],
  ['wish', 'request or preferred outcome'],
  ['wished', 'preferred'],
])

/** A question is asked; the others are texts of tests. */
const ALLOWED = /^(asked_at|askedAt|question-asked|question\.asked\.shop|from-a-stranger|a-stranger-joins-a-group-buy)$/

/** Names of several parts in code and SQL: `snake_case`, `camelCase`, and kebab-case or dotted names in quotes. */
const NAME =
  /[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|(?<=['"`])[a-z]+(?:[-.][a-z]+)+(?=['"`])/g

/** A column whose name is one word: `wish text not null`. */
const COLUMN = /^ {2}([a-z]+) (?=[a-z]+)/gm

/** Names in the field's words (STYLE.md), SQL included. */
export function namesAreTheFieldsOwn({ path, text }: Source): string[] {
  const names = [...text.matchAll(NAME)].map(([name]) => name)
  const columns = path.endsWith('.sql') ? [...text.matchAll(COLUMN)].map(([, name = '']) => name) : []
  return [...new Set([...names, ...columns])]
    .filter((name) => !ALLOWED.test(name))
    .flatMap((name) =>
      name.split(/[_.-]|(?<=[a-z0-9])(?=[A-Z])/).flatMap((part) => {
        const term = TERMS.get(part.toLowerCase())
        return term ? [`${path}: "${name}" has "${part}"; the field says ${term}`] : []
      }),
    )
}
