import type { MessageName } from '#domain/all-messages.ts'

/**
 * Messages that cannot be reworded: people recognise by them that their account, money or data is being touched, and they
 * are what is left when a chief's account is taken over. `public.guard_message_text` has the same list. Mails of sign-in
 * are not among the messages at all (server/mails/auth-mails.ts).
 */
export const LOCKED_MESSAGES = [
  'account-suspended',
  'account-reinstated',
  'bank-account-changed',
  'bank-account-changed-at-shop',
  'contact',
  'data-erased',
  'data-handed-out',
  'handed-over-without-code',
  'payout-started',
  'staff-invited',
] as const satisfies readonly MessageName[]

export const isLocked = (name: MessageName): boolean => (LOCKED_MESSAGES as readonly MessageName[]).includes(name)
