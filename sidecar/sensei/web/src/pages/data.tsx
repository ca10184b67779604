import type { PageProps } from "../pages"

export default function View({ parts }: PageProps) {
  return <h1>data {parts.join(" ")}</h1>
}
