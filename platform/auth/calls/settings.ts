import { answerJson, type Call } from '../auth.ts'

/** GET /settings: what a sign-in screen needs to know about this service. */
export async function settings(call: Call): Promise<Response> {
  const { settings: chosen } = call.auth
  return answerJson({
    external: {
      anonymous_users: chosen.anonymousEnabled,
      email: chosen.emailEnabled,
      phone: chosen.phoneEnabled,
      ...Object.fromEntries(chosen.openIdProviders.map((provider) => [provider.name, true])),
    },
    disable_signup: chosen.signUpDisabled,
    mailer_autoconfirm: chosen.emailAutoconfirm,
    phone_autoconfirm: chosen.phoneAutoconfirm,
    sms_provider: '',
    mfa_enabled: chosen.totpEnabled || chosen.phoneFactorEnabled,
    saml_enabled: chosen.samlProviders.length > 0,
  })
}
