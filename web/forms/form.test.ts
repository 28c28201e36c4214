import { expect, it } from 'vitest'
import { CHECK_FIELDS } from '#domain/texts/screens.ts'
import { commandResult, openForm, reject, rejectCommand, succeed } from './form.ts'

function formOf(fields: readonly [string, string][]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.append('picture', new File(['x'], 'x.jpg'))
  return openForm(form)
}

const FORM = formOf([
  ['name', ' Oyingbo hub '],
  ['lgas', 'Ikeja'],
  ['lgas', 'Epe'],
  ['key', 'k1'],
])

it('reads the fields of a form', () => {
  expect(FORM.field('name')).toBe('Oyingbo hub')
  expect(FORM.field('reason')).toBe('')
  expect(FORM.key).toBe('k1')
  expect(FORM.values).toEqual({ name: ' Oyingbo hub ', lgas: 'Ikeja|Epe', key: 'k1', picture: '' })
  expect(formOf([]).key).toBeUndefined()
})

it('returns the submitted values with the faults, and none after success', () => {
  const marked = reject(FORM, { errors: { name: 'Name is too long.' } })
  expect(marked.data).toEqual({
    ok: false,
    text: CHECK_FIELDS,
    errors: { name: 'Name is too long.' },
    values: FORM.values,
  })
  expect(marked.init).toEqual({ status: 400 })
  expect(reject(FORM, { text: 'Not now.' })).toMatchObject({ data: { text: 'Not now.' }, init: { status: 409 } })
  expect(succeed('Saved.').data).toEqual({ ok: true, text: 'Saved.', errors: {}, values: {} })
})

it('shows what a command answered', () => {
  const done = { ok: true, value: { group_buy_id: 'b1' } } as const
  expect(commandResult<'honour-group-buy'>(FORM, done, ({ group_buy_id: id }) => `Done: ${id}`).data.text).toBe(
    'Done: b1',
  )
  const refusal = { code: 'not_allowed', message: 'You are not allowed to do this.' } as const
  expect(rejectCommand(FORM, { status: 403, refusal })).toMatchObject({
    data: { ok: false, text: refusal.message, values: FORM.values },
    init: { status: 409 },
  })
})

it('tells a fault from a refusal, so that a retry sends the same idempotency key', () => {
  const refusal = { code: 'unavailable', message: 'We lost the connection.' } as const
  for (const status of [0, 503]) expect(rejectCommand(FORM, { status, refusal }).init).toEqual({ status: 503 })
})
