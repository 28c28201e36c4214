import { brand } from '#domain/brand/brand.ts'
import type { AuthMail } from '#platform/auth/codes/mails.ts'
import type { Mail } from '#platform/mail/queue-mail.ts'
import { authLane } from './lanes.ts'

type MailText = (mail: { code: string; newEmail: string }) => {
  subject: string
  why: string
  act: string
  /** For the reader who did not ask for it. */
  otherwise?: string
}

const NOTHING_CHANGES = 'If this was not you, do nothing: nothing changes without the link or the code.'

const mailTexts: Record<AuthMail['kind'], MailText> = {
  confirmation: () => ({
    subject: `Confirm your e-mail address for ${brand.name}`,
    why: `Somebody, hopefully you, opened an account on ${brand.name} with this address.`,
    act: 'Confirm your address here:',
  }),
  recovery: () => ({
    subject: `Choose a new password for ${brand.name}`,
    why: 'Somebody, hopefully you, asked for a new password.',
    act: 'Choose it here:',
  }),
  magic_link: () => ({
    subject: `Sign in to ${brand.name}`,
    why: 'You asked for a link to sign in.',
    act: 'Sign in here:',
  }),
  email_change_new: ({ newEmail }) => ({
    subject: `Confirm your new e-mail address for ${brand.name}`,
    why: `You asked to change your address to ${newEmail}.`,
    act: 'Confirm the change here:',
  }),
  email_change_current: ({ newEmail }) => ({
    subject: `Your ${brand.name} address is about to change`,
    why: `Somebody, hopefully you, asked to change your address to ${newEmail}. Your account keeps this address until both are confirmed.`,
    act: 'Confirm the change here:',
  }),
  invite: () => ({
    subject: `You are invited to ${brand.name}`,
    why: `An account was opened for you on ${brand.name}.`,
    act: 'Accept here:',
  }),
  reauthentication: ({ code }) => ({
    subject: `${code} is your ${brand.name} code`,
    why: `Your code is ${code}. You need it to change something important in your account.`,
    act: '',
  }),
  passkey_added: () => ({
    subject: `A device can now sign in to your ${brand.name} account`,
    why: 'A passkey was added to your account: from now on that device signs in with its fingerprint or screen lock, without your password.',
    act: 'See your devices here:',
    otherwise: 'If this was not you, remove the passkey there, choose a new password and sign out everywhere.',
  }),
}

/** Composes the mail of an auth call. Plain text: every phone can show it, and it is small. */
export function authMail(mail: AuthMail): Mail {
  const {
    subject,
    why,
    act,
    otherwise = NOTHING_CHANGES,
  } = mailTexts[mail.kind]({ code: mail.code, newEmail: mail.data.newEmail ?? '' })
  const lines = ['Good day,', '', why, '']
  if (mail.link) lines.push(act, mail.link, '')
  if (mail.link && mail.code) lines.push(`Or type this code: ${mail.code}`, '')
  lines.push(otherwise, '', `${brand.name}`, brand.supportEmail)
  const kind = `auth-${mail.kind}` as const
  return { to: mail.to, kind, lane: authLane(mail.kind), subject, text: lines.join('\n') }
}

/** Whether a mail of this kind holds a code or link of sign-in, which expires. */
export const isAuthMail = (kind: string): boolean => kind.startsWith('auth-')
