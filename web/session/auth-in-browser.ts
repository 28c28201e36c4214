import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { errorTexts } from '#domain/texts/errors.ts'
import { getAuthClient } from './auth-client.ts'
import { type AuthAnswer, type AuthService, UNFORESEEN } from './auth-service.ts'
import { solveTask } from './proof-of-work.ts'

/** The auth service through the public client: session, events and PKCE are the client's own work. */
export const authInBrowser: AuthService = {
  signIn: (credentials) => askAsPerson((client, options) => client.signInWithPassword({ ...credentials, options })),
  signUp: ({ backTo, data, ...credentials }) =>
    askAsPerson((client, options) =>
      client.signUp({ ...credentials, options: { ...options, emailRedirectTo: backTo, data } }),
    ),
  recover: (email) =>
    askAsPerson((client, options) =>
      client.resetPasswordForEmail(email, { ...options, redirectTo: '/auth/reset-password' }),
    ),
  resend: ({ email, backTo }) =>
    askAsPerson((client, options) =>
      client.resend({ type: 'signup', email, options: { ...options, emailRedirectTo: backTo } }),
    ),
  verifyLink: ({ tokenHash, type }) => ask((client) => client.verifyOtp({ token_hash: tokenHash, type })),
  verifyCode: ({ phone, code, type }) => ask((client) => client.verifyOtp({ phone, token: code, type })),
  setPassword: (wish) => ask((client) => client.updateUser(wish)),
  changeEmail: (wish) => ask((client) => client.updateUser(wish, { emailRedirectTo: '/account/security' })),
  changePhone: (wish) => ask((client) => client.updateUser(wish)),
  reauthenticate: () => ask((client) => client.reauthenticate()),
  signOut: () => ask((client) => client.signOut({ scope: 'local' })),
  signOutOthers: () => ask((client) => client.signOut({ scope: 'others' })),
}

interface ClientAnswer {
  data?: { session?: unknown } | object | null
  error: AuthError | null
}

/** For calls that a program could abuse: where the service asks for it, the browser first does the site's task. */
async function askAsPerson(
  work: (client: GoTrueClient, options: { captchaToken?: string }) => Promise<ClientAnswer>,
): Promise<AuthAnswer> {
  const first = await ask((client) => work(client, {}))
  if (first.ok || first.code !== 'captcha_failed') return first
  const captchaToken = await solveTask().catch(() => null)
  return captchaToken ? ask((client) => work(client, { captchaToken })) : first
}

/** Expected refusals are answers; whatever else the client throws, or failing to load at all, is the unforeseen. */
async function ask(work: (client: GoTrueClient) => Promise<ClientAnswer>): Promise<AuthAnswer> {
  try {
    const { data, error } = await work(await getAuthClient())
    if (error) return { ok: false, code: error.code ?? '', message: error.message }
    return { ok: true, session: Boolean(data && 'session' in data && data.session) }
  } catch (fault) {
    console.error(fault)
    return { ok: false, code: UNFORESEEN, message: errorTexts.unexpectedAuthentication }
  }
}
