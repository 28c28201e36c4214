/** How people call a way to sign in; the operator's own name for it where we know none. */
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
