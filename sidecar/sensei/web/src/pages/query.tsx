import type { PageProps } from "../pages"

export default function View({ parts }: PageProps) {
  return <h1>query {parts.join(" ")}</h1>
}
