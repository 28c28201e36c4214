import type { ServerAuthOptions } from '../session/auth-line.ts'
import { authOnServer } from '../session/auth-on-server.ts'
import { readOffers } from '../session/offers.ts'

/** What the auth service knows about the signed-in person, and what it offers here. */
export async function readAuthAccount(options: ServerAuthOptions) {
  const auth = authOnServer(options)
  const user = await auth.user()
  const [sessions, offers] = await Promise.all([auth.sessions(), readOffers(options)])
  const contactPhone = user?.user_metadata.contact_phone
  return {
    pendingEmail: user?.new_email || null,
    phone: user?.phone || null,
    /** Given at sign-up along with the e-mail address, and not proven yet. */
    contactPhone: typeof contactPhone === 'string' ? contactPhone : null,
    phoneEnabled: offers.phone,
    factors: (user?.factors ?? []).filter(({ status }) => status === 'verified'),
    sessions,
    identities: user?.identities ?? [],
    providers: offers.providers,
  }
}
