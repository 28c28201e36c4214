import type { I18n } from '@lingui/core'
/** The display name of a sign-in provider, or else the operator's name for it. */
export function providerName(i18n: I18n, provider: string): string {
  const name = names[provider]
  return name ? i18n.t(name) : provider
}

const names: Record<string, string> = {
  email: /*i18n*/ 'Email',
  phone: /*i18n*/ 'Phone',
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
  github: 'GitHub',
}
