import { authOnServer } from '#web/session/auth-service/auth-on-server.ts'
import { readAuthSettings } from '#web/session/auth-service/auth-settings.ts'
import type { ServerAuthOptions } from '#web/session/auth-service/server-auth-client.ts'

/** The signed-in user's account in the auth service, and the available sign-in methods. */
export async function readAuthAccount(options: ServerAuthOptions) {
  const auth = authOnServer(options)
  const user = await auth.user()
  const [sessions, apps, offers] = await Promise.all([auth.sessions(), auth.appGrants(), readAuthSettings(options)])
  const passkeys = offers.passkeys ? await auth.passkeys() : null
  const contactPhone = user?.user_metadata.contact_phone
  return {
    pendingEmail: user?.new_email || null,
    phone: user?.phone || null,
    /** Given at sign-up with the e-mail address, and not verified. */
    contactPhone: typeof contactPhone === 'string' ? contactPhone : null,
    phoneEnabled: offers.phone,
    factors: (user?.factors ?? []).filter(({ status }) => status === 'verified'),
    sessions,
    apps,
    /** Null where the auth service takes none. */
    passkeys,
    identities: user?.identities ?? [],
    providers: offers.providers,
  }
}
