import { expect, test } from 'vitest'
import { refuse } from '#domain/refusal.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { refusalBody } from './refusal-body.ts'

test('texts are in English on the wire, and once more as templates', () => {
  const required = withValues('{label} is required.', { label: '{naira}' })
  const body = refusalBody(refuse('invalid_input', { message: required, errors: { name: required, age: 'Too old.' } }))
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    code: 'invalid_input',
    message: '{naira} is required.',
    errors: { name: '{naira} is required.', age: 'Too old.' },
    templates: { message: required, errors: { name: required, age: 'Too old.' } },
  })
})

test('texts without values have no templates', () => {
  expect(refusalBody(refuse('not_found', { message: 'No such hub.' }))).toEqual({
    code: 'not_found',
    message: 'No such hub.',
  })
})
