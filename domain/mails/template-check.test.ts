import { expect, it } from 'vitest'
import { knownPlaceholders, listPlaceholders, previewTemplate, templateFaults } from './template-check.ts'

it('fills placeholders and lists with examples', () => {
  const preview = previewTemplate({
    subject: 'Hi {{full_name}}',
    content: '{{#steps}}- {{text}}\n{{/steps}}{{order_no}} & co',
  })
  expect(preview).toMatchObject({
    subject: 'Hi Ada Obi',
    text: '- See what is being bought together\n- Browse deals\n- How it works\n[order_no] & co',
  })
})

it('lists the placeholders', () => {
  expect(listPlaceholders('{{a}} {{#list}}{{b}}{{/list}} {{a}}')).toEqual(['{{a}}', '{{#list}}', '{{b}}'])
})

it('rejects a misspelt placeholder by field, but none in a custom template', () => {
  const words = { subject: 'Hi {{full_name}}', content: 'Good day {{full_nmae}}' }
  expect(templateFaults(words, 'welcome')).toEqual({
    content: expect.stringContaining('This mail has no placeholder {{full_nmae}}. It has {{full_name}}'),
  })
  expect(templateFaults(words, 'harvest')).toEqual({})
  expect(knownPlaceholders('contact-received')).toEqual(['base_url', 'reference'])
})

it('rejects a mail without what it is for', () => {
  const words = { subject: 'We have it', content: 'Good day' }
  expect(templateFaults(words, 'contact-received')).toEqual({
    content: 'This mail needs the placeholder {{reference}}.',
  })
  expect(templateFaults({ ...words, content: 'Reference {{ reference }}' }, 'contact-received')).toEqual({})
})
