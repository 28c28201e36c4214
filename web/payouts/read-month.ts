/** The month that an address asks for, 'YYYY-MM'; this one where it asks for none that can be. */
export function readMonth(params: URLSearchParams, today: string): string {
  const asked = params.get('month') ?? ''
  const thisMonth = today.slice(0, 7)
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) && asked <= thisMonth ? asked : thisMonth
}
