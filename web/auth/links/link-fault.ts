import { TOO_MANY_ATTEMPTS } from '#domain/texts/auth-texts.ts'
import { errorTexts } from '#domain/texts/errors.ts'

const LINK_SPENT = /*i18n*/ 'This link has been used or has expired. Please ask for a new one.'

const spentCodes = ['otp_expired', 'flow_state_expired', 'flow_state_not_found']

/**
 * The message when the auth service redirects back with `error`, `error_code` and `error_description`; null without
 * them. The description is never shown, because anyone can craft such a URL.
 */
export function linkFault(params: URLSearchParams): string | null {
  const [error, code] = [params.get('error'), params.get('error_code')]
  if (!error && !code && !params.has('error_description')) return null
  // In this protocol an error without a code is about a link.
  if (code ? spentCodes.includes(code) : error === 'access_denied') return LINK_SPENT
  if (code?.startsWith('over_')) return TOO_MANY_ATTEMPTS
  return errorTexts.unexpectedAuthentication
}
