import { expect, it } from 'vitest'
import { renderTemplate, templateFault } from './mail-template.ts'

it('fills placeholders and lists; values are plain in the text and escaped in the HTML', () => {
  const template = { subject: 'Hi {{name}}', content: '{{#steps}}- {{text}}\n{{/steps}}\n\nBye & thanks' }
  const mail = renderTemplate(template, { name: 'Ada <b>', steps: [{ text: 'rice & beans' }] })
  expect([mail.subject, mail.text]).toEqual(['Hi Ada <b>', '- rice & beans\n\nBye & thanks'])
  expect(mail.html).toContain('<p>- rice &amp; beans</p><p>Bye &amp; thanks</p>')
})

it('keeps the subject on one line of at most 200 characters', () => {
  const subject = (name: string) => renderTemplate({ subject: 'Hi {{name}}', content: '' }, { name }).subject
  expect(subject('Ada\r\nBcc: all@market.example')).toBe('Hi Ada Bcc: all@market.example')
  expect(subject('a'.repeat(300))).toHaveLength(200)
  expect(subject('🍚'.repeat(300)).length).toBeLessThanOrEqual(200)
})

it('has a subject even if its placeholders are empty', () => {
  for (const subject of ['{{code}}', '{{#steps}}{{/steps}}', ' {{^steps}} {{/steps}} '])
    expect(renderTemplate({ subject, content: '' }, { code: '', steps: [] }).subject).toBe('Ajoja')
})

it('reports the error in a template', () => {
  expect(templateFault('{{#list}} never closed')).toContain('list')
  expect(templateFault('{{a}}')).toBeNull()
})

it('reports the first unknown placeholder, and lists the known ones', () => {
  const known = ['name', 'steps', 'steps.text']
  const sound = '{{name}} {{#steps}}{{text}} {{name}}{{/steps}}{{! a note }}{{^steps}}none{{/steps}}'
  expect(templateFault(sound, known)).toBeNull()
  expect(templateFault('{{name}} {{nmae}}', known)).toBe(
    'This mail has no placeholder {{nmae}}. It has {{name}}, {{text}} inside {{#steps}}.',
  )
  for (const empty of [
    '{{text}}',
    '{{#stpes}}{{/stpes}}',
    '{{#steps}}{{path}}{{/steps}}',
    '{{steps.text}}',
    '{{>name}}',
  ]) {
    expect(templateFault(empty, known), empty).toContain('has no placeholder')
  }
})

it.each(['{{{name}}}', '{{&name}}', '{{ & name }}', '{{{{name}}}}', '{{=<% %>=}}<%& name %>'])(
  'rejects %s, and escapes it if it is stored nevertheless',
  (tag) => {
    expect(templateFault(tag)).toContain('three braces')
    expect(templateFault(tag, ['name'])).toContain('three braces')
    const { html } = renderTemplate({ subject: '', content: `Hi ${tag}` }, { name: '<img src=x onerror=alert(1)>' })
    expect(html).not.toContain('<img')
  },
)
