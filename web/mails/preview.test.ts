import { expect, it } from 'vitest'
import { placeholdersOf, previewTemplate } from './preview.server.ts'

it('fills placeholders and lists with examples, in plain words', () => {
  const preview = previewTemplate({
    subject: 'Hi {{full_name}}',
    content: '{{#steps}}- {{text}}\n{{/steps}}{{order_no}} & co',
  })
  expect(preview).toMatchObject({
    subject: 'Hi Ada Obi',
    text: '- See the group buys\n- Browse deals\n[order_no] & co',
  })
})

it('names the placeholders', () => {
  expect(placeholdersOf('{{a}} {{#list}}{{b}}{{/list}} {{a}}')).toEqual(['{{a}}', '{{#list}}', '{{b}}'])
})
