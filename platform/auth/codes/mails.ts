import type { PoolClient } from 'pg'
import type { AuthSettings } from '../settings.ts'

/** Kinds with a token. */
export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'email_change_new'
  | 'email_change_current'
  | 'invite'
  | 'reauthentication'

export interface AuthMail {
  kind: MailKind | 'passkey_added'
  to: string
  /** Opens one of our pages; null for `reauthentication`, which only has a code. */
  link: string | null
  /** The digits to type instead of opening the link; empty for `passkey_added`, which only informs. */
  code: string
  data: { userId: string; newEmail?: string; userMetadata: Record<string, unknown> }
}

/** Queues a mail in the caller's transaction, which runs as `auth_admin`. */
export type SendMail = (tx: PoolClient, mail: AuthMail) => Promise<void>

const PAGES: Record<MailKind, { path: string; type: string }> = {
  confirmation: { path: '/auth/confirm', type: 'signup' },
  recovery: { path: '/auth/reset-password', type: 'recovery' },
  magic_link: { path: '/auth/confirm', type: 'magiclink' },
  email_change_new: { path: '/auth/confirm', type: 'email_change' },
  email_change_current: { path: '/auth/confirm', type: 'email_change' },
  invite: { path: '/auth/confirm', type: 'invite' },
  reauthentication: { path: '/auth/confirm', type: 'reauthentication' },
}

/**
 * Links open our own page, which posts the token. So scanners that open every link in a mail do not use it up, and it
 * works on a device other than the one that asked.
 */
export function mailLink(
  { siteUrl }: Pick<AuthSettings, 'siteUrl'>,
  mail: { kind: MailKind; token: string; redirectTo: string },
): string {
  const page = PAGES[mail.kind]
  const link = new URL(siteUrl + page.path)
  link.searchParams.set('token_hash', mail.token)
  link.searchParams.set('type', page.type)
  link.searchParams.set('redirect_to', mail.redirectTo)
  return link.href
}
