/** The requested month, 'YYYY-MM'; the current one if the address has none or an invalid one. */
export function readMonth(params: URLSearchParams, today: string): string {
  const requested = params.get('month') ?? ''
  const thisMonth = today.slice(0, 7)
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(requested) && requested <= thisMonth ? requested : thisMonth
}
