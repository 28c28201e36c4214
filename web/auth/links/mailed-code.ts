/** The mail's code from a form, without spaces and hyphens; null if it is malformed. */
export function readMailedCode(form: FormData): string | null {
  const code = String(form.get('code') ?? '').replace(/[\s-]/g, '')
  return /^\d{6,10}$/.test(code) ? code : null
}
