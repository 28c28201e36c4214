import type { PoolClient } from 'pg'
import type { Call } from '../auth.ts'
import { type Challenge, insertFlow } from '../flows/flow-states.ts'
import { type User, updateUser } from '../users/users.ts'
import { type MailKind, mailLink } from './mails.ts'
import { issueToken, type TokenType } from './one-time-tokens.ts'

interface CreatedToken {
  to: string
  token: string
  code: string
  /** Opens our own page. */
  link: string
}

/** Issues a token and stores the client's challenge, without sending anything. */
export async function createToken(
  tx: PoolClient,
  call: Call,
  { user, ...mail }: ConfirmationMail & { user: User },
): Promise<CreatedToken> {
  const to = mail.to ?? user.email ?? ''
  const { type, flowMethod, sentAt } = TOKENS[mail.kind]
  const pkce = mail.challenge !== null
  const { token, code } = await issueToken(tx, call.auth, { userId: user.id, type, relatesTo: to, pkce })
  // The two mails of a change of address share one flow, which the mail to the new address stores.
  if (mail.challenge && mail.kind !== 'email_change_current') {
    await insertFlow(tx, { userId: user.id, challenge: mail.challenge, method: flowMethod, provider: 'email' })
  }
  await updateUser(tx, user.id, { [sentAt]: new Date() })
  const link = mailLink(call.auth.settings, { kind: mail.kind, token, redirectTo: mail.redirectTo })
  return { to, token, code, link }
}

/** Issues a token and queues the mail, all in the caller's transaction. */
export async function sendToken(tx: PoolClient, call: Call, mail: ConfirmationMail & { user: User }): Promise<void> {
  const { user, kind } = mail
  const { to, link, code } = await createToken(tx, call, mail)
  await call.auth.sendMail(tx, {
    kind,
    to,
    link: kind === 'reauthentication' ? null : link,
    code,
    data: {
      userId: user.id,
      userMetadata: user.raw_user_meta_data,
      ...(user.email_change ? { newEmail: user.email_change } : {}),
    },
  })
}

interface ConfirmationMail {
  kind: MailKind
  /** Where the link leads afterwards; already checked. */
  redirectTo: string
  challenge: Challenge | null
  /** Defaults to the user's own address. */
  to?: string
}

const TOKENS: Record<
  MailKind,
  {
    type: TokenType
    flowMethod: string
    sentAt:
      | 'confirmation_sent_at'
      | 'recovery_sent_at'
      | 'invited_at'
      | 'email_change_sent_at'
      | 'reauthentication_sent_at'
  }
> = {
  confirmation: { type: 'confirmation', flowMethod: 'email/signup', sentAt: 'confirmation_sent_at' },
  invite: { type: 'confirmation', flowMethod: 'invite', sentAt: 'invited_at' },
  recovery: { type: 'recovery', flowMethod: 'recovery', sentAt: 'recovery_sent_at' },
  magic_link: { type: 'recovery', flowMethod: 'magiclink', sentAt: 'recovery_sent_at' },
  email_change_new: { type: 'email_change_new', flowMethod: 'email_change', sentAt: 'email_change_sent_at' },
  email_change_current: { type: 'email_change_current', flowMethod: 'email_change', sentAt: 'email_change_sent_at' },
  reauthentication: { type: 'reauthentication', flowMethod: 'reauthentication', sentAt: 'reauthentication_sent_at' },
}
