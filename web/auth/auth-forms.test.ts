import { expect, it } from 'vitest'
import type { AuthResult, AuthService } from '#web/session/auth-service/auth-service.ts'
import { handleAuthForm } from './auth-forms.ts'

/** An auth service that records its calls and returns the same result for each. */
function service(answer: AuthResult) {
  const calls: [string, unknown][] = []
  const auth = new Proxy({} as AuthService, {
    get: (_, name: string) => async (input: unknown) => {
      calls.push([name, input])
      return answer
    },
  })
  return { auth, calls }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

it('sends users who never entered their phone’s code to that step', async () => {
  const { auth } = service({ ok: false, code: 'phone_not_confirmed', message: 'Phone not confirmed' })
  const outcome = await handleAuthForm(
    auth,
    formOf({ intent: 'sign-in', phone: '0803 123 4567', password: 'basin-one' }),
    null,
  )
  expect(outcome).toEqual({
    phone: '2348031234567',
    errors: { form: 'Please verify your phone number before signing in.' },
    values: {},
  })
})

it('sends a phone’s code again, to the same number', async () => {
  const sent = service({ ok: true, session: false })
  const form = formOf({ intent: 'resend-code', phone: '2348031234567', captcha_token: 'passed' })
  expect(await handleAuthForm(sent.auth, form, null)).toMatchObject({ phone: '2348031234567', notice: /new code/ })
  expect(sent.calls).toEqual([['resendCode', { phone: '2348031234567', captchaToken: 'passed' }]])
  const refused = service({ ok: false, code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' })
  expect(await handleAuthForm(refused.auth, form, null)).toMatchObject({
    phone: '2348031234567',
    errors: { form: 'Too many attempts. Please try again later.' },
  })
})

it.each([
  ['sign-in', 'signIn', { email: 'a@market.test', password: 'basin-one' }],
  ['reset', 'recover', { email: 'a@market.test' }],
  ['resend', 'resend', { email: 'a@market.test' }],
])('passes on the captcha token from %s', async (intent, call, fields) => {
  const { auth, calls } = service({ ok: true, session: false })
  await handleAuthForm(auth, formOf({ intent, ...fields, captcha_token: 'passed' }), null)
  await handleAuthForm(auth, formOf({ intent, ...fields }), null)
  expect(calls.map(([name]) => name)).toEqual([call, call])
  expect(calls[0]?.[1]).toMatchObject({ ...fields, captchaToken: 'passed' })
  expect(calls[1]?.[1]).not.toHaveProperty('captchaToken')
})
