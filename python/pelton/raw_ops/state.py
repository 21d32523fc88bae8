"""Rows of raw ops: those of variables and effects, those that draw random numbers."""

ROWS = """
AssignAddVariableOp(resource, value): made.assign("assign_add", resource, value)
AssignSubVariableOp(resource, value): made.assign("assign_sub", resource, value)
AssignVariableOp(resource, value, validate_shape=False): made.assign("assign", resource, value)
ReadVariableOp(resource, dtype): tf.identity(resource)
VariableShape(input, out_type=tf.int32): tf.shape(input, out_type)
VarIsInitializedOp(resource): tf.constant(True)
ResourceGather(resource, indices, dtype, batch_dims=0, validate_indices=True):
    tf.gather(resource, indices, batch_dims=batch_dims)
ResourceGatherNd(resource, indices, dtype): tf.gather_nd(resource, indices)
ResourceScatterAdd(resource, indices, updates):
    made.scatter("scatter_add", resource, indices, updates)
ResourceScatterDiv(resource, indices, updates):
    made.scatter("scatter_div", resource, indices, updates)
ResourceScatterMax(resource, indices, updates):
    made.scatter("scatter_max", resource, indices, updates)
ResourceScatterMin(resource, indices, updates):
    made.scatter("scatter_min", resource, indices, updates)
ResourceScatterMul(resource, indices, updates):
    made.scatter("scatter_mul", resource, indices, updates)
ResourceScatterSub(resource, indices, updates):
    made.scatter("scatter_sub", resource, indices, updates)
ResourceScatterUpdate(resource, indices, updates):
    made.scatter("scatter_update", resource, indices, updates)
ResourceScatterNdAdd(ref, indices, updates, use_locking=True, bad_indices_policy=""):
    made.scatter_nd("scatter_nd_add", ref, indices, updates)
ResourceScatterNdMax(ref, indices, updates, use_locking=True, bad_indices_policy=""):
    made.scatter_nd("scatter_nd_max", ref, indices, updates)
ResourceScatterNdMin(ref, indices, updates, use_locking=True, bad_indices_policy=""):
    made.scatter_nd("scatter_nd_min", ref, indices, updates)
ResourceScatterNdSub(ref, indices, updates, use_locking=True, bad_indices_policy=""):
    made.scatter_nd("scatter_nd_sub", ref, indices, updates)
ResourceScatterNdUpdate(ref, indices, updates, use_locking=True, bad_indices_policy=""):
    made.scatter_nd("scatter_nd_update", ref, indices, updates)
ResourceApplyGradientDescent(var, alpha, delta, use_locking=False):
    made.assign("assign_sub", var, tf.multiply(alpha, delta))
ResourceApplyMomentum(var, accum, lr, grad, momentum, use_locking=False, use_nesterov=False):
    steps.momentum(var, accum, lr, grad, momentum, use_nesterov)
ResourceApplyKerasMomentum(var, accum, lr, grad, momentum, use_locking=False, use_nesterov=False):
    steps.keras_momentum(var, accum, lr, grad, momentum, use_nesterov)
ResourceApplyAdam(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad,
  use_locking=False, use_nesterov=False):
    steps.adam(var, m, v, (beta1_power, beta2_power, lr, beta1, beta2, epsilon), grad, use_nesterov)
ResourceApplyAdagrad(var, accum, lr, grad, use_locking=False, update_slots=True):
    steps.adagrad(var, accum, lr, 0.0, grad, update_slots)
ResourceApplyAdagradV2(var, accum, lr, epsilon, grad, use_locking=False, update_slots=True):
    steps.adagrad(var, accum, lr, epsilon, grad, update_slots)
ResourceApplyRMSProp(var, ms, mom, lr, rho, momentum, epsilon, grad, use_locking=False):
    steps.rms_prop(var, ms, mom, (lr, rho, momentum, epsilon), grad)
ResourceApplyProximalAdagrad(var, accum, lr, l1, l2, grad, use_locking=False):
    steps.proximal_adagrad(var, accum, lr, l1, l2, grad)
ResourceApplyProximalGradientDescent(var, alpha, l1, l2, delta, use_locking=False):
    steps.proximal_gradient_descent(var, alpha, l1, l2, delta)
NoOp(): tf.no_op()
Timestamp(): tf.timestamp()
Assert(condition, data, summarize=3): tf.debugging.Assert(condition, data, summarize)
PrintV2(input, output_stream="stderr", end="\\n"): made.show(input, output_stream, end)
LogUniformCandidateSampler(true_classes, num_true, num_sampled, unique, range_max, seed=0,
  seed2=0) -> sampled_candidates true_expected_count sampled_expected_count:
    tf.random.log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique,
    range_max, seed or None)
UniformCandidateSampler(true_classes, num_true, num_sampled, unique, range_max, seed=0, seed2=0)
  -> sampled_candidates true_expected_count sampled_expected_count:
    tf.random.uniform_candidate_sampler(true_classes, num_true, num_sampled, unique,
    range_max, seed or None)
Multinomial(logits, num_samples, seed=0, seed2=0, output_dtype=tf.int64):
    tf.random.categorical(logits, num_samples, output_dtype, seed or None)
FixedUnigramCandidateSampler(true_classes, num_true, num_sampled, unique, range_max,
  vocab_file="", distortion=1, num_reserved_ids=0, num_shards=1, shard=0, unigrams=[], seed=0,
  seed2=0) -> sampled_candidates true_expected_count sampled_expected_count:
    tf.random.fixed_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique,
    range_max, vocab_file, distortion, num_reserved_ids, num_shards, shard, unigrams, seed or
    None)
SobolSample(dim, num_results, skip, dtype=tf.float32): tf.math.sobol_sample
AllCandidateSampler(true_classes, num_true, num_sampled, unique, seed=0, seed2=0) ->
  sampled_candidates true_expected_count sampled_expected_count:
    tf.random.all_candidate_sampler(true_classes, num_true, num_sampled, unique, seed or None)
ParameterizedTruncatedNormal(shape, means, stdevs, minvals, maxvals, seed=0, seed2=0):
    tf.random.stateless_parameterized_truncated_normal(shape, [seed, seed2], means, stdevs,
    minvals, maxvals)
RandomGamma(shape, alpha, seed=0, seed2=0): tf.random.gamma(shape, alpha, seed=seed or None)
RandomPoissonV2(shape, rate, seed=0, seed2=0, dtype=tf.int64):
    tf.random.poisson(shape, rate, dtype, seed or None)
RandomShuffle(value, seed=0, seed2=0): tf.random.shuffle(value, seed or None)
RandomStandardNormal(shape, dtype, seed=0, seed2=0):
    tf.random.normal(shape, dtype=dtype, seed=seed or None)
RandomUniform(shape, dtype, seed=0, seed2=0):
    tf.random.uniform(shape, dtype=dtype, seed=seed or None)
RandomUniformInt(shape, minval, maxval, seed=0, seed2=0):
    tf.random.uniform(shape, minval, maxval, tf.convert_to_tensor(minval).dtype, seed or None)
TruncatedNormal(shape, dtype, seed=0, seed2=0):
    tf.random.truncated_normal(shape, dtype=dtype, seed=seed or None)
StatelessMultinomial(logits, num_samples, seed, output_dtype=tf.int64):
    tf.random.stateless_categorical(logits, num_samples, seed, output_dtype)
StatelessRandomBinomial(shape, seed, counts, probs, dtype=tf.int64):
    tf.random.stateless_binomial(shape, seed, counts, probs, dtype)
StatelessRandomGammaV2(shape, seed, alpha!):
    tf.random.stateless_gamma(shape, seed, alpha, dtype=alpha.dtype)
StatelessRandomNormal(shape, seed, dtype=tf.float32):
    tf.random.stateless_normal(shape, seed, dtype=dtype)
StatelessRandomPoisson(shape, seed, lam, dtype):
    tf.random.stateless_poisson(shape, seed, lam, dtype)
StatelessRandomUniform(shape, seed, dtype=tf.float32):
    tf.random.stateless_uniform(shape, seed, dtype=dtype)
StatelessRandomUniformFullInt(shape, seed, dtype=tf.uint64):
    tf.random.stateless_uniform(shape, seed, None, None, dtype)
StatelessRandomUniformInt(shape, seed, minval, maxval):
    tf.random.stateless_uniform(shape, seed, minval, maxval,
    tf.convert_to_tensor(minval).dtype)
StatelessTruncatedNormal(shape, seed, dtype=tf.float32):
    tf.random.stateless_truncated_normal(shape, seed, dtype=dtype)
StatelessParameterizedTruncatedNormal(shape, seed, means, stddevs, minvals, maxvals):
    tf.random.stateless_parameterized_truncated_normal(shape, seed, means, stddevs, minvals,
    maxvals)
"""
