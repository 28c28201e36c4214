import { authOnServer, type ServerAuthOptions } from '../session/auth-on-server.ts'

export type AuthAccount = Awaited<ReturnType<typeof readAuthAccount>>

/** What the auth service knows about the signed-in person, and what it offers here. */
export async function readAuthAccount(options: ServerAuthOptions) {
  const [user, offered] = await Promise.all([authOnServer(options).user(), readOffers(options)])
  const contactPhone = user?.user_metadata.contact_phone
  return {
    pendingEmail: user?.new_email || null,
    phone: user?.phone || null,
    /** Given at sign-up beside the e-mail address, and not yet shown to be theirs. */
    contactPhone: typeof contactPhone === 'string' ? contactPhone : null,
    phoneEnabled: offered.external?.phone === true,
    factors: (user?.factors ?? []).filter(({ status }) => status === 'verified'),
    identities: user?.identities ?? [],
  }
}

interface Offers {
  external?: Record<string, boolean>
}

async function readOffers({ call }: ServerAuthOptions): Promise<Offers> {
  const response = await call('/auth/v1/settings')
  return response.ok ? ((await response.json()) as Offers) : {}
}
