/** The common name of a sign-in provider, else the operator's name for it. */
export function providerName(provider: string): string {
  return names[provider] ?? provider
}

const names: Record<string, string> = {
  email: 'Email',
  phone: 'Phone',
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
  github: 'GitHub',
}
