import mustache from 'mustache'

/** What stands in the placeholders of a preview: one example a name, lists with two entries. */
export function previewTemplate(words: { subject: string; content: string }): { subject: string; text: string } {
  const example = exampleFor(`${words.subject}\n${words.content}`)
  const plain = { escape: String }
  return {
    subject: mustache.render(words.subject, example, {}, plain),
    text: mustache.render(words.content, example, {}, plain),
  }
}

/** What is wrong with a template; null when it can be sent. */
export function templateFault(source: string): string | null {
  try {
    mustache.parse(source)
    return null
  } catch (fault) {
    return fault instanceof Error ? fault.message : 'This template cannot be read.'
  }
}

const KNOWN: Record<string, unknown> = {
  full_name: 'Ada Obi',
  base_url: 'https://market.example',
  referral_code: 'ADAOBI23',
  subject: 'When is the sharing day?',
  message: 'Good day, when can I collect my rice?',
  steps: [
    { text: 'See the group buys', path: '/group-buys' },
    { text: 'Browse deals', path: '/products' },
  ],
}

/** The known examples, and every other placeholder in its own name. */
function exampleFor(source: string): Record<string, unknown> {
  const names = [...source.matchAll(/\{\{\{?\s*[&]?\s*([\w.]+)\s*\}?\}\}/g)].map((match) => match[1] ?? '')
  return { ...Object.fromEntries(names.map((name) => [name, `[${name}]`])), ...KNOWN }
}

/** The placeholders a template uses, lists with a hash. */
export function placeholdersOf(source: string): string[] {
  const names = [...source.matchAll(/\{\{\{?\s*([#^&]?)\s*([\w.]+)\s*\}?\}\}/g)]
  return [...new Set(names.map(([, kind, name]) => `{{${kind === '#' ? '#' : ''}${name}}}`))]
}
