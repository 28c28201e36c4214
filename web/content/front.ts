import { redirect } from 'react-router'

/** Redirects to the content desk's first page. */
export function loader() {
  return redirect('/content/deals')
}
