import { brand } from '#domain/brand/brand.ts'
import type { AuthSms } from '#platform/auth/auth.ts'
import type { Sms } from '#platform/sms/sms.ts'

/** Composes the text message of an auth call. Short, because SMS are charged per 160 characters. */
export function authSms({ to, code, channel }: AuthSms): Sms {
  return { to, channel, text: `${code} is your ${brand.name} code. Never share it with anyone, not even us.` }
}
