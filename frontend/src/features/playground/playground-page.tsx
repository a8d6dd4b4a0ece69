export const PlaygroundPage = () => <h1>Playground</h1>
