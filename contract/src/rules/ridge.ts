/** Added to the diagonal: keeps the weights small, so that few photos do not decide everything. */
export const ridge = 0.3;

export interface RidgeProblem {
  /** What is known of each photo; in double precision, with which JavaScript is faster. */
  rows: readonly Float64Array[];
  /** The products of the first rows with each other, if they were computed before. */
  products?: readonly Float64Array[] | undefined;
  /** How much each photo counts. */
  weights: readonly number[];
  /** By photo: the score that it should get for each class. */
  targets: readonly (readonly number[])[];
}

interface RidgeSolution {
  /** By class: what a row is multiplied with to get its score. */
  weights: Float32Array[];
  /** By photo: the scores that it would get if it were left out, the others counting as much as before. */
  leftOut: number[][];
}

/** Ridge regression, solved over photos instead of features, of which there are more. */
export function solveRidge({ rows, products, weights, targets }: RidgeProblem): RidgeSolution {
  const roots = weights.map(Math.sqrt);
  const factor = factorize(penalize(multiplyRows(rows, products), roots));
  const columns = invert(factor);
  const diagonal = columns.map((column, j) => dot(column, column, j, column.length));
  const classes = (targets[0] ?? []).map((_, index) => {
    const target = Float64Array.from(
      targets,
      (scores, i) => (scores[index] ?? 0) * (roots[i] ?? 0),
    );
    return { target, solution: solve(factor, columns, target) };
  });
  return {
    weights: classes.map(({ solution }) =>
      sumRows(
        rows,
        solution.map((times, i) => times * (roots[i] ?? 0)),
      ),
    ),
    leftOut: targets.map((_, i) =>
      classes.map(({ target, solution }) => {
        const residual = (solution[i] ?? 0) / (diagonal[i] ?? 1);
        return ((target[i] ?? 0) - residual) / (roots[i] ?? 1);
      }),
    ),
  };
}

/** The products of all rows with each other: the lower half of a matrix. */
export function multiplyRows(
  rows: readonly Float64Array[],
  known: readonly Float64Array[] = [],
): Float64Array[] {
  return rows.map((row, i) => {
    const products = new Float64Array(i + 1);
    const start = known[i];
    if (start) products.set(start);
    else
      for (let j = 0; j <= i; j++) products[j] = dot(row, rows[j] as Float64Array, 0, row.length);
    return products;
  });
}

/** Lets photos count as much as they should, and adds the penalty; in place. */
function penalize(products: Float64Array[], roots: number[]): Float64Array[] {
  for (const [i, row] of products.entries()) {
    const own = roots[i] as number;
    for (let j = 0; j <= i; j++) row[j] = (row[j] as number) * own * (roots[j] as number);
    row[i] = (row[i] as number) + ridge;
  }
  return products;
}

/** Cholesky, in place: the triangular matrix whose product with its transpose is the given one. */
function factorize(matrix: Float64Array[]): Float64Array[] {
  for (const [i, row] of matrix.entries()) {
    for (let j = 0; j <= i; j++) {
      const other = matrix[j] as Float64Array;
      const rest = (row[j] as number) - dot(row, other, 0, j);
      row[j] = i === j ? Math.sqrt(rest) : rest / (other[j] as number);
    }
  }
  return matrix;
}

/** The columns of the inverse of a triangular matrix. */
function invert(factor: Float64Array[]): Float64Array[] {
  return factor.map((start, j) => {
    const column = new Float64Array(factor.length);
    column[j] = 1 / (start[j] as number);
    for (let i = j + 1; i < factor.length; i++) {
      const row = factor[i] as Float64Array;
      column[i] = -dot(row, column, j, i) / (row[i] as number);
    }
    return column;
  });
}

function solve(
  factor: Float64Array[],
  columns: Float64Array[],
  target: Float64Array,
): Float64Array {
  const half = new Float64Array(target.length);
  for (const [i, row] of factor.entries()) {
    half[i] = ((target[i] as number) - dot(row, half, 0, i)) / (row[i] as number);
  }
  const solution = new Float64Array(target.length);
  for (const [j, column] of columns.entries()) solution[j] = dot(column, half, j, half.length);
  return solution;
}

/** Each row as often as the other argument says. */
function sumRows(rows: readonly Float64Array[], counts: Float64Array): Float32Array {
  const sum = new Float64Array(rows[0]?.length ?? 0);
  for (const [photo, row] of rows.entries()) {
    const times = counts[photo] as number;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + times * (row[i] as number);
  }
  return Float32Array.from(sum);
}

/** Of the numbers from one index to before another; two sums at a time, which do not wait for each other. */
function dot(a: Float64Array, b: Float64Array, from: number, to: number): number {
  let one = 0;
  let two = 0;
  let i = from;
  for (; i < to - 1; i += 2) {
    one += (a[i] as number) * (b[i] as number);
    two += (a[i + 1] as number) * (b[i + 1] as number);
  }
  return i < to ? one + two + (a[i] as number) * (b[i] as number) : one + two;
}
