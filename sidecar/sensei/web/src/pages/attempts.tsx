import type { PageProps } from "../pages"

export default function View({ parts }: PageProps) {
  return <h1>attempts {parts.join(" ")}</h1>
}
