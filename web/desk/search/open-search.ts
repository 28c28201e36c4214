/** Id of the quick search's field. */
export const SEARCH_FIELD = 'quick-search-field'
/** Id of the popover around it on narrow screens. */
export const SEARCH_SHEET = 'quick-search'

/** Puts the cursor into the quick search; false on a page without one. */
export function openSearch(): boolean {
  const field = document.getElementById(SEARCH_FIELD)
  const sheet = document.getElementById(SEARCH_SHEET)
  if (!(field instanceof HTMLInputElement) || !sheet) return false
  if (field.offsetParent === null && !sheet.matches(':popover-open')) sheet.showPopover()
  field.focus()
  field.select()
  return true
}
