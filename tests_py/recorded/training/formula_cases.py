"""Snippets about losses and metrics that are made of ops, the same for Keras and Pelton."""

START = """
K = tf.keras
S, M = K.losses, K.metrics
rng = np.random.RandomState(3)
t = np.array([[0, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], 'float32')
raw = np.round(rng.uniform(0.05, 1, (4, 3)), 3)
p = (raw / raw.sum(-1, keepdims=True)).round(4).astype('float32')
z = np.round(rng.normal(0, 1.5, (4, 3)), 3).astype('float32')
bits = (rng.uniform(0, 1, (12, 1)) > 0.5).astype('float32')
chances = np.round(rng.uniform(0, 1, (12, 1)), 2).astype('float32')
labels, found = rng.randint(0, 3, (10,)), rng.randint(0, 3, (10,))
w = np.round(rng.uniform(0, 2, (12,)), 2).astype('float32')
ids = np.array([0, 1, 0, 1])
unit = (z / np.sqrt((z * z).sum(-1, keepdims=True))).round(4).astype('float32')
words = np.array([[1, 2, 2, 0], [3, 0, 0, 0]])
long = np.round(rng.normal(0, 1, (2, 6, 4)), 3).astype('float32')
def told(x):
    return np.asarray(x).astype('float64').round(5).tolist()
def after(metric, *updates):
    out = []
    for update in updates:
        metric.update_state(*update)
        out.append(told(metric.result()))
    metric.reset_state()
    return [*out, told(metric.result())]
"""
_PLAIN = (
    "Huber LogCosh Hinge SquaredHinge CategoricalHinge KLDivergence Poisson CosineSimilarity "
    "MeanAbsolutePercentageError MeanSquaredLogarithmicError BinaryFocalCrossentropy "
    "CategoricalFocalCrossentropy Dice Tversky"
).split()
_OPTIONS = {
    "huber_delta": "S.Huber(delta=0.3)(t, z)",
    "huber_second": "S.Huber(0.3, 'sum')(t, z)",
    "cosine_axis": "S.CosineSimilarity(axis=0)(t, z)",
    "binary_focal": "S.BinaryFocalCrossentropy(True, 0.4, 1.5, label_smoothing=0.1)(t, p)",
    "binary_focal_logits": "S.BinaryFocalCrossentropy(from_logits=True)(t, z)",
    "categorical_focal": "S.CategoricalFocalCrossentropy(0.4, 1.5, label_smoothing=0.1)(t, p)",
    "categorical_focal_logits": "S.CategoricalFocalCrossentropy(from_logits=True)(t, z)",
    "generalized": "S.CategoricalGeneralizedCrossEntropy(q=0.3)(np.array([0, 2, 1, 1]), p)",
    "dice_axis": "S.Dice(axis=[1])(t, p)",
    "tversky_options": "S.Tversky(alpha=0.2, beta=0.7)(t, p)",
    "hinge_signs": "S.Hinge()(2 * t - 1, z)",
    "weights": "S.Huber()(t, z, np.array([1.0, 0.5, 0.0, 2.0], 'float32'))",
    "ranks": "S.Huber()(np.ones((4,), 'float32'), z[:, :1])",
}
_METRICS = {
    "auc": "M.AUC()",
    "auc_few": "M.AUC(num_thresholds=5)",
    "auc_pr": "M.AUC(curve='PR')",
    "auc_minoring": "M.AUC(summation_method='minoring')",
    "auc_majoring_pr": "M.AUC(curve='PR', summation_method='majoring')",
    "auc_thresholds": "M.AUC(thresholds=[0.3, 0.6])",
    "precision": "M.Precision()",
    "precision_many": "M.Precision([0.2, 0.5, 0.9])",
    "recall": "M.Recall(thresholds=0.3)",
    "true_positives": "M.TruePositives()",
    "false_positives": "M.FalsePositives([0.4, 0.7])",
    "true_negatives": "M.TrueNegatives()",
    "false_negatives": "M.FalseNegatives(0.9)",
    "sensitivity": "M.SensitivityAtSpecificity(0.4)",
    "specificity": "M.SpecificityAtSensitivity(0.6, num_thresholds=20)",
    "precision_at": "M.PrecisionAtRecall(0.5)",
    "recall_at": "M.RecallAtPrecision(0.6)",
}
_MEANS = "MeanAbsolutePercentageError MeanSquaredLogarithmicError CosineSimilarity LogCoshError " \
    "Hinge SquaredHinge CategoricalHinge KLDivergence Poisson".split()  # fmt: skip
_REFUSED = {
    "auc_curve": "M.AUC(curve='X')",
    "auc_count": "M.AUC(num_thresholds=1)",
    "precision_threshold": "M.Precision(2.0)",
    "at_value": "M.PrecisionAtRecall(1.5)",
    "fbeta_average": "M.FBetaScore('all')",
    "fbeta_beta": "M.FBetaScore(beta=-1.0)",
    "loss_argument": "S.Huber(sigma=1)",
    "loss_name": "S.get('hubert')",
}

_FURTHER = {
    "circle": "told(S.circle(ids, unit))",
    "circle_class": "told(S.Circle(5.0, 0.3)(ids, unit))",
    "circle_whole": "told(S.Circle(remove_diagonal=False, gamma=7)(ids, unit))",
    "circle_others": "told(S.circle(ids, unit, ids[:3] + 1, unit[:3] * 0.7, False, 9))",
    "circle_alone": "told(S.circle(np.arange(4), unit, gamma=2))",
    "circle_config": "S.Circle().get_config()",
    "ctc": "told(S.ctc(words, long))",
    "ctc_class": "told(S.CTC()(words, long))",
    "ctc_weighted": "told(S.CTC('sum')(words, long, np.array([0.5, 2.0], 'float32')))",
    "ctc_rank": "S.ctc(np.array([1, 2]), long)",
    "ctc_logits_rank": "S.ctc(words, long[0])",
    "ctc_name": "[S.get('ctc').__name__, type(S.get('Circle')).__name__, S.CTC().name]",
    "r2": "after(M.R2Score(), (z, p), (z[::-1], p))",
    "r2_each": "after(M.R2Score(None), (z, p), (z, p, w[:4]))",
    "r2_by_variance": "after(M.R2Score('variance_weighted_average', 1), (z, p))",
    "r2_config": "M.R2Score().get_config()",
    "r2_aggregation": "M.R2Score('x')",
    "r2_regressors": "M.R2Score(num_regressors=-1)",
    "r2_rank": "M.R2Score()(t[0], z[0])",
    "pearson": "after(M.PearsonCorrelation(), (z, p), (z, p[::-1], w[:4]))",
    "pearson_axis": "after(M.PearsonCorrelation(axis=0), (z, p))",
    "concordance": "after(M.ConcordanceCorrelation(), (z, p), (z, p[::-1], w[:4]))",
    "concordance_axis": "told(M.concordance_correlation(z, p, axis=0))",
    "pearson_function": "told(M.pearson_correlation(z, p))",
    "concordance_constant": "told(M.concordance_correlation(t * 0 + 1, t * 0 + 1))",
    "concordance_config": "M.ConcordanceCorrelation().get_config()",
    "gradients": """out = []
for loss, x, y in ((S.CTC(), long, words), (S.Circle(2.0), unit, ids)):
    x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = loss(y, x)
    out.append(told(tape.gradient(value, x)))
out""",
}

CASES = {
    **{f"further_{name}": text for name, text in _FURTHER.items()},
    **{f"loss_{name}": f"told(S.{name}()(t, p))" for name in _PLAIN},
    **{f"signed_{name}": f"told(S.{name}()(t, z))" for name in ("Hinge", "LogCosh", "Huber")},
    **{f"option_{name}": f"told({text})" for name, text in _OPTIONS.items()},
    "functions": "[told(f(t, p)) for f in (S.huber, S.mape, S.msle, S.kld, S.poisson, S.logcosh, "
    "S.squared_hinge, S.categorical_hinge, S.cosine_similarity)]",
    "names": "[S.get(n).__name__ for n in ('huber', 'mse', 'mae', 'kl_divergence', 'poisson')]",
    "classes": "[type(S.get(n)).__name__ for n in ('Huber', 'LogCosh', 'Poisson')]",
    **{
        f"metric_{name}": f"after({text}, (bits, chances), (bits[::-1], chances, w))"
        for name, text in _METRICS.items()
    },
    **{f"mean_{name}": f"after(M.{name}(), (t, p), (t, p, w[:4]))" for name in _MEANS},
    "top_k": "after(M.Precision(top_k=2), (t, p))",
    "class_id": "after(M.Recall(class_id=1), (t, p))",
    "auc_logits": "after(M.AUC(from_logits=True), (t, z))",
    "mean_iou": "after(M.MeanIoU(3), (labels, found))",
    "mean_iou_ignored": "after(M.MeanIoU(3, ignore_class=1), (labels, found))",
    "one_hot_iou": "after(M.OneHotIoU(3, [1]), (t, p))",
    "f1": "after(M.F1Score(), (t, p))",
    "f1_micro": "after(M.F1Score('micro', threshold=0.3), (t, p))",
    "fbeta_weighted": "after(M.FBetaScore('weighted', 2.0), (t, p, w[:4]))",
    "fbeta_macro": "after(M.FBetaScore('macro', 0.5), (t, p))",
    "metric_names": "[M.AUC().name, M.LogCoshError().name, M.MeanIoU(2).name, M.Hinge().name]",
    **{f"refused_{name}": text for name, text in _REFUSED.items()},
}
