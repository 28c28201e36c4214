import { expect, it } from 'vitest'
import { errorsInEnglish } from '#domain/forms/validation.ts'
import { checkContactMessage } from './contact.ts'
import { checkMessage } from './conversation.ts'

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Rice', message: 'When\nis the share day?' }

it('requires all four contact fields and a valid address', () => {
  expect(checkContactMessage(message)).toEqual({ ok: true, value: message })
  expect(checkContactMessage({ ...message, email: 'ada' })).toEqual({
    ok: false,
    errors: { email: 'Please enter a valid email address.' },
  })
  const empty = checkContactMessage({})
  expect(empty.ok ? [] : Object.keys(empty.errors)).toEqual(['name', 'email', 'subject', 'message'])
})

it('rejects line breaks that could end a mail header', () =>
  expect(checkContactMessage({ ...message, subject: 'Rice\r\nBcc: x@example.com' })).toMatchObject({ ok: false }))

it('limits messages to the length of the column', () => {
  expect(checkMessage({ body: 'x'.repeat(2000) })).toMatchObject({ ok: true })
  expect(checkMessage({ body: 'x'.repeat(2001) })).toMatchObject({ ok: false })
  const empty = checkMessage({ body: ' ' })
  expect(empty.ok ? {} : errorsInEnglish(empty.errors)).toEqual({ body: 'Message is required.' })
})
