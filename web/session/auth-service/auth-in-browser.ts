import type { GoTrueClient } from '@supabase/auth-js'
import { errorTexts } from '#domain/texts/errors.ts'
import { confirmUnsent } from '#web/offline/outbox/confirm-unsent.ts'
import { getAuthClient } from './auth-client.ts'
import { type AuthResult, type AuthService, type SignUpProof, UNEXPECTED } from './auth-service.ts'
import { storedCodeVerifier } from './code-verifier.ts'

/** The auth service through the public client, which handles session, events and PKCE. */
export const authInBrowser: AuthService = {
  signIn: ({ captchaToken, ...credentials }) =>
    callClient((client) => client.signInWithPassword({ ...credentials, options: captchaOption({ captchaToken }) })),
  signUp: ({ backTo, data, captchaToken, ...credentials }) =>
    callClient((client) =>
      client.signUp({ ...credentials, options: { ...captchaOption({ captchaToken }), emailRedirectTo: backTo, data } }),
    ),
  recover: ({ email, captchaToken }) =>
    callClient((client) =>
      client.resetPasswordForEmail(email, { ...captchaOption({ captchaToken }), redirectTo: '/auth/reset-password' }),
    ),
  resend: ({ email, backTo, captchaToken }) =>
    callClient((client) =>
      client.resend({
        type: 'signup',
        email,
        options: { ...captchaOption({ captchaToken }), emailRedirectTo: backTo },
      }),
    ),
  resendCode: ({ phone, captchaToken }) =>
    callClient((client) => client.resend({ type: 'sms', phone, options: captchaOption({ captchaToken }) })),
  verifyLink: ({ tokenHash, type, ...proof }) =>
    callClient((client) => client.verifyOtp({ token_hash: tokenHash, type, ...withVerifier(proof) })),
  verifyCode: ({ code, ...sent }) => callClient((client) => client.verifyOtp({ token: code, ...withVerifier(sent) })),
  setPassword: (input) => callClient((client) => client.updateUser(input)),
  changeEmail: (input) => callClient((client) => client.updateUser(input, { emailRedirectTo: '/account/security' })),
  changePhone: (input) => callClient((client) => client.updateUser(input)),
  reauthenticate: () => callClient((client) => client.reauthenticate()),
  signOut: async () => {
    await confirmUnsent()
    return callClient((client) => client.signOut({ scope: 'local' }))
  },
  signOutOthers: () => callClient((client) => client.signOut({ scope: 'others' })),
}

interface ClientAnswer {
  data?: { session?: unknown } | object | null
  /** An error of the service, or of the device that was asked for a passkey. */
  error: { code?: string | undefined; message: string } | null
}

export function captchaOption({ captchaToken }: { captchaToken: string | undefined }): { captchaToken?: string } {
  return captchaToken === undefined ? {} : { captchaToken }
}

/**
 * Adds the PKCE verifier that the client stored at sign-up: in the same browser it proves the sign-up without a
 * password.
 */
function withVerifier<Input extends SignUpProof>(input: Input): Input & { code_verifier?: string } {
  const verifier = input.require_proof && !input.password && !input.new_password ? storedCodeVerifier() : null
  return verifier ? { ...input, code_verifier: verifier } : input
}

/** Returns the client's errors as results; anything that it throws, or a failure to load it, is unexpected. */
export async function callClient(work: (client: GoTrueClient) => Promise<ClientAnswer>): Promise<AuthResult> {
  try {
    const { data, error } = await work(await getAuthClient())
    if (error) return { ok: false, code: error.code ?? '', message: error.message }
    return { ok: true, session: Boolean(data && 'session' in data && data.session) }
  } catch (fault) {
    console.error(fault)
    return { ok: false, code: UNEXPECTED, message: errorTexts.unexpectedAuthentication }
  }
}
