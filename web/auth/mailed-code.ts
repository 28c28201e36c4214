/** The digits of a mail as somebody typed them; null if it is no code. */
export function readMailedCode(form: FormData): string | null {
  const code = String(form.get('code') ?? '').replace(/[\s-]/g, '')
  return /^\d{6,10}$/.test(code) ? code : null
}
