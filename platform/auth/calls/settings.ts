import { type Call, jsonResponse } from '../auth.ts'
import type { Captcha } from '../captcha/captcha.ts'

/** GET /settings: what a sign-in screen needs to know about this service. */
export async function settings(call: Call): Promise<Response> {
  const { settings: chosen, captcha } = call.auth
  return jsonResponse({
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
    mfa_enabled: chosen.totpEnabled || chosen.phoneFactorEnabled || chosen.webauthnFactorEnabled,
    passkeys_enabled: chosen.passkeysEnabled,
    saml_enabled: chosen.samlProviders.length > 0,
    captcha: captcha ? publicSettings(captcha) : null,
  })
}

/** An addition to the protocol: which CAPTCHA the browser has to pass, so that no call is wasted finding out. */
function publicSettings({ name, widget }: Captcha) {
  return { provider: name, ...(widget && { site_key: widget.siteKey, script_url: widget.scriptUrl }) }
}
