import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { errorTexts } from '#domain/texts/errors.ts'
import { getAuthClient } from './auth-client.ts'
import { type AuthAnswer, type AuthService, type SignUpProof, UNFORESEEN } from './auth-service.ts'
import { keptVerifier } from './kept-verifier.ts'

/** The auth service through the public client, which handles session, events and PKCE. */
export const authInBrowser: AuthService = {
  signIn: ({ captchaToken, ...credentials }) =>
    ask((client) => client.signInWithPassword({ ...credentials, options: given({ captchaToken }) })),
  signUp: ({ backTo, data, captchaToken, ...credentials }) =>
    ask((client) =>
      client.signUp({ ...credentials, options: { ...given({ captchaToken }), emailRedirectTo: backTo, data } }),
    ),
  recover: ({ email, captchaToken }) =>
    ask((client) =>
      client.resetPasswordForEmail(email, { ...given({ captchaToken }), redirectTo: '/auth/reset-password' }),
    ),
  resend: ({ email, backTo, captchaToken }) =>
    ask((client) =>
      client.resend({ type: 'signup', email, options: { ...given({ captchaToken }), emailRedirectTo: backTo } }),
    ),
  resendCode: ({ phone, captchaToken }) =>
    ask((client) => client.resend({ type: 'sms', phone, options: given({ captchaToken }) })),
  verifyLink: ({ tokenHash, type, ...proof }) =>
    ask((client) => client.verifyOtp({ token_hash: tokenHash, type, ...withVerifier(proof) })),
  verifyCode: ({ code, ...sent }) => ask((client) => client.verifyOtp({ token: code, ...withVerifier(sent) })),
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

function given({ captchaToken }: { captchaToken: string | undefined }): { captchaToken?: string } {
  return captchaToken === undefined ? {} : { captchaToken }
}

/** The verifier that the client keeps since the sign-up proves it without a word, in the browser where it was done. */
function withVerifier<Wish extends SignUpProof>(wish: Wish): Wish & { code_verifier?: string } {
  const verifier = wish.require_proof && !wish.password && !wish.new_password ? keptVerifier() : null
  return verifier ? { ...wish, code_verifier: verifier } : wish
}

/** Expected refusals are answers; anything else the client throws, or failing to load it, is unexpected. */
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
