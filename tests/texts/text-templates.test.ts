import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textTemplates } from '#domain/text-messages/templates.ts'

test('the operating manual lists the templates to register, with their texts', () => {
  const manual = readFileSync('docs/operating/text-messages.md', 'utf8')
  for (const { name, body } of Object.values(textTemplates)) expect(manual).toContain(`| \`${name}\` | ${body} |`)
})
