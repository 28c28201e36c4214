import { data } from 'react-router'

/** The catch-all route: responds with 404. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
