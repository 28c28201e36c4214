interface Words {
  subject: string
  content: string
}

interface TemplateChange {
  id: number
  at: string
  who: string
  before: unknown
}

/** A change, with the words that it replaced. */
export interface TemplateVersion extends Words {
  id: number
  at: string
  who: string
}

/** The words before each change, newest first: a change that kept a field keeps the field's later words. */
export function versionsBefore(current: Words, changes: readonly TemplateChange[]): TemplateVersion[] {
  let words = current
  return changes.map(({ id, at, who, before }) => {
    words = {
      subject: wordsOf(before, 'subject') ?? words.subject,
      content: wordsOf(before, 'content') ?? words.content,
    }
    return { id, at, who, subject: words.subject, content: words.content }
  })
}

function wordsOf(fields: unknown, name: keyof Words): string | null {
  const value = fields && typeof fields === 'object' ? (fields as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value : null
}

/** Lines that only one of the texts has, in order: what a restoring would remove and bring back. */
export function lineDifference(from: string, to: string): { gone: string[]; added: string[] } {
  const [before, after] = [from.split('\n'), to.split('\n')]
  return { gone: linesBeyond(before, after), added: linesBeyond(after, before) }
}

/** The lines that are not among the others, or not as often. */
function linesBeyond(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const matching = left.get(line) ?? 0
    left.set(line, matching - 1)
    return matching <= 0
  })
}
